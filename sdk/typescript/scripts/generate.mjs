// Writes src/contract.ts (the types) and src/operations.ts (what a call needs at run time) from the contract.
// With --check it writes nothing and fails when what is committed is not what it would write.
import { readFile, writeFile } from 'node:fs/promises';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';

const contractFile = new URL(process.env.BOURSE_CONTRACT ?? '../../../api/openapi.yaml', import.meta.url);
const header = '// Generated from api/openapi.yaml by npm run generate. Do not edit.\n\n';

const contract = parse(await readFile(contractFile, 'utf8'));
const outputs = { 'contract.ts': await types(), 'operations.ts': operations() };

let isStale = false;
for (const [name, text] of Object.entries(outputs)) {
  const file = new URL(`../src/${name}`, import.meta.url);
  const committed = await readFile(file, 'utf8').catch(() => '');
  if (committed === text) continue;
  isStale = true;
  if (!process.argv.includes('--check')) await writeFile(file, text);
}
if (isStale && process.argv.includes('--check')) {
  console.error('src/contract.ts or src/operations.ts is stale: run npm run generate and commit what it writes');
  process.exit(1);
}

/** The types of every schema, under their own names, and of every operation. */
async function types() {
  const tree = await openapiTypescript(contractFile, { rootTypes: true, rootTypesNoSchemaPrefix: true, defaultNonNullable: false });
  return header + astToString(tree);
}

/** The table of operations, each a line of words that operation() of call.ts reads, and a method for each with its summary. */
function operations() {
  const found = [];
  for (const [path, item] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (!operation.operationId) continue;
      const words = wordsOf(operation, item);
      if (words) found.push({ id: operation.operationId, line: [method.toUpperCase(), path, ...words].join(' '), doc: docOf(operation) });
    }
  }
  found.sort((a, b) => (a.id < b.id ? -1 : 1));
  return `${header}import type { Method } from './types.js';

export const operations = {
${found.map(({ id, line }) => `  ${id}: '${line}',`).join('\n')}
} as const;

export type OperationId = keyof typeof operations;

/** One method for each operation of the contract. */
export interface Operations {
${found.map(({ id, doc }) => `  /** ${doc} */\n  ${id}: Method<'${id}'>;`).join('\n')}
}
`;
}

/** What a call has to know of an operation besides its method and path; undefined for what no client calls by a method. */
function wordsOf(operation, item) {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve);
  const names = (place) => parameters.filter((one) => one.in === place).map((one) => one.name);
  const isPublic = operation.security?.length === 0;
  const takesKey = names('header').includes('Idempotency-Key');
  // What providers of payments and of checks send is signed by them.
  if (names('header').some((name) => name !== 'Idempotency-Key')) return undefined;

  const success = resolve(Object.entries(operation.responses).find(([status]) => status.startsWith('2'))[1]);
  const [type] = Object.keys(success.content);
  if (type === 'text/event-stream') return undefined;
  const envelope = type === 'application/json' ? resolve(success.content[type].schema) : undefined;
  const list = envelope?.properties.meta && { PaginationMeta: 'page', CursorMeta: 'cursor' }[envelope.properties.meta.$ref.split('/').at(-1)];
  if (envelope?.properties.meta && !list) throw new Error(`${operation.operationId} is a list of an unknown kind`);

  const body = operation.requestBody && resolve(resolve(operation.requestBody).content['application/json'].schema);
  const data = envelope?.properties.data && resolve(envelope.properties.data);
  const isOfSession = (data?.oneOf ?? [data]).some((one) => one && resolve(one).properties?.accessToken);
  return [
    isPublic && 'public',
    takesKey && 'key',
    list,
    !envelope && 'file',
    body?.properties?.session && 'opens',
    isOfSession && 'tokens',
  ].filter(Boolean);
}

function docOf(operation) {
  return `${operation.summary ?? operation.operationId}`.replaceAll('*/', '* /').replace(/\s+/g, ' ').replace(/([^.])$/, '$1.');
}

function resolve(node) {
  let found = node;
  while (found?.$ref) found = found.$ref.slice(2).split('/').reduce((at, name) => at[name], contract);
  return found;
}
