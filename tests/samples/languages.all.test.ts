import { testGuides } from './support/test-guides.ts';
import { testQuickstart } from './support/test-quickstart.ts';
import { testReceiver } from './support/test-receivers.ts';
import { testReference } from './support/test-reference.ts';
import { testFaults } from '../starters/support/faults.ts';
import { testRenewals } from '../starters/support/renewal.ts';

testGuides(['php']);
testQuickstart(['php', 'java']);
testReceiver('php', 'receiver.php', { worker: true });
testReference(['php', 'java']);
testFaults(['PHP', 'Java']);
testRenewals(['PHP', 'Java']);
