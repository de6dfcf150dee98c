import { runConsumers } from './run.ts';

runConsumers(true);
