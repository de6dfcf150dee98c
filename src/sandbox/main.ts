import { parseArgs } from 'node:util';
import { platformDocument } from './document.ts';
import { startSandbox } from './server.ts';

const help = `The sandbox of the financial data platform, on your own machine.

  --port <number>         Port on 127.0.0.1 (4010)
  --webhook-url <url>     Your receiver of "Transactions Fetched"
  --pace <milliseconds>   How long a consent or a job stays in each status (500)
  --consent-given         Give consent automatically, without a visit to consentUrl
  --empty                 Start without the end user and the data of the examples in the documentation

It accepts the credentials in CLIENT_ID and CLIENT_SECRET (example-customer-app, example-secret).
`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    'webhook-url': { type: 'string' },
    pace: { type: 'string', default: '500' },
    'consent-given': { type: 'boolean', default: false },
    empty: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(help);
} else {
  const webhookUrl = values['webhook-url'];
  const { sandbox } = await startSandbox(await platformDocument(), {
    port: Number(values.port),
    story: !values.empty,
    clientId: process.env['CLIENT_ID'] ?? 'example-customer-app',
    clientSecret: process.env['CLIENT_SECRET'] ?? 'example-secret',
    tokenLifetime: 3600,
    pace: Number(values.pace),
    consentGiven: values['consent-given'],
    ...(webhookUrl !== undefined && { webhookUrl }),
  });
  console.log(`The sandbox is at ${sandbox.settings.origin}.`);
}
