import { testGuides } from './support/test-guides.ts';
import { testQuickstart } from './support/test-quickstart.ts';
import { testReceiver } from './support/test-receivers.ts';
import { testReference } from './support/test-reference.ts';
import { testClients } from '../starters/support/clients.ts';
import { testFaults } from '../starters/support/faults.ts';
import { testRenewals } from '../starters/support/renewal.ts';
import { hasDotnet } from '../support/dotnet/dotnet.ts';

const csharp = hasDotnet ? ['csharp'] : [];
const starters = ['PHP', 'Java', ...(hasDotnet ? ['C#'] : [])];

testGuides(['php']);
testQuickstart(['php', 'java', ...csharp]);
testReceiver('php', 'receiver.php', { worker: true });
testReference(['python', 'php', 'java', ...csharp]);
testClients(starters);
testFaults(starters);
testRenewals(starters);
