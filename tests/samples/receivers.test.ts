import { testReceiver } from './support/test-receivers.ts';

testReceiver('js', 'receive-events.js');
testReceiver('python', 'receive_events.py');
