// A reporter that tells of a run what has failed and why, and nothing else: in a long log it is the first thing to read.
import { inspect } from 'node:util';

const summary = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /;

export default async function* failures(events) {
  for await (const { type, data } of events) {
    if (type === 'test:fail' && data.details.error.failureType !== 'subtestsFailed') yield `not ok: ${data.name}\n${inspect(data.details.error.cause ?? data.details.error)}\n`;
    else if (type === 'test:diagnostic' && !summary.test(data.message)) yield `# ${data.message}\n`;
    else if (type === 'test:stdout' || type === 'test:stderr') yield data.message;
  }
}
