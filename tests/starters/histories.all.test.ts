import { hasDotnet } from '../support/dotnet/dotnet.ts';
import { startPostgres } from '../support/postgres.ts';
import { testHistories } from './support/run-histories.ts';
import { starters } from './support/starters.ts';

const labels = starters.map(({ label }) => label).filter((label) => label !== 'C#' || hasDotnet);

testHistories(labels, { count: 1_000 });
testHistories(labels, { count: 200, kills: true });
testHistories(['JavaScript', 'Python'], { count: 1_000, database: startPostgres });
testHistories(['JavaScript', 'Python'], { count: 200, kills: true, database: startPostgres });
testHistories(['PHP'], { count: 100, database: startPostgres });
