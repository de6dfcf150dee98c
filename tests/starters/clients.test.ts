import { testClients } from './support/clients.ts';

testClients(['JavaScript', 'Python', 'The quickstart']);
