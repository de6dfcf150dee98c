import { testGuides } from './support/test-guides.ts';
import { testReceiver } from './support/test-receivers.ts';
import { testReference } from './support/test-reference.ts';
import { testTenSteps } from '../starters/support/test-ten-steps.ts';

testGuides(['php']);
testReceiver('php', 'receiver.php');
testReference(['php', 'java']);
testTenSteps(['PHP', 'Java']);
