import { runConsumers } from './run.ts';

runConsumers(false);
