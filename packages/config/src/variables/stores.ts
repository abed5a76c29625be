import { dirname } from 'node:path'
import { duration, LONGEST_TIMER } from '../grammar/duration.ts'
import { integer, line } from '../grammar/scalar.ts'
import { docstoreUrl, kvstoreUrl } from '../grammar/store-url.ts'
import { defineVariable } from '../variable.ts'

const topic = 'Stores'
const DEFAULT_FOLDER = './data'

/** Finds the folder of an embedded document store, so that one volume can have all files of the server. */
function folderOf(docstore: string | undefined): string {
  const file = /^sqlite:(?:\/\/)?([^?]+)/.exec(docstore ?? '')?.[1]
  return file === undefined || file.startsWith(':') ? DEFAULT_FOLDER : dirname(file)
}

export const storeVariables = {
  PLATFORM_DOCSTORE_URL: defineVariable({
    topic,
    type: '`mongodb://…`, `mongodb+srv://…` or `sqlite:<file>`',
    schema: docstoreUrl,
    requiredInProduction: true,
    hides: 'credentials',
    derived: {
      meaning: '`sqlite:./data/platform.db` outside production',
      text: ({ mode }) => (mode === 'production' ? undefined : 'sqlite:./data/platform.db'),
    },
    meaning:
      'Where documents are stored: MongoDB, or one file on this machine. Beside the file is the socket by which commands ' +
      'ask the running server; where its path has more than 100 bytes, and not on Linux, the folder for temporary files ' +
      'has it.',
  }),
  PLATFORM_KVSTORE_URL: defineVariable({
    topic,
    type: '`redis://…`, `rediss://…` or `memory:`',
    schema: kvstoreUrl,
    requiredInProduction: true,
    hides: 'credentials',
    derived: {
      meaning: '`memory:` outside production',
      text: ({ mode }) => (mode === 'production' ? undefined : 'memory:'),
    },
    meaning: 'Where counters, caches and live messages are stored: Redis, or the memory of a single server.',
  }),
  PLATFORM_KVSTORE_RECONNECTION_MAX_ATTEMPTS: defineVariable({
    topic,
    type: 'integer 1–1000000',
    default: '100',
    schema: integer(1, 1_000_000),
    meaning: 'Failed attempts to connect to the key-value store after which the server ends with an error.',
  }),
  PLATFORM_KVSTORE_RECONNECTION_MAX_RETRY_TIME: defineVariable({
    topic,
    type: 'duration up to 24 days',
    default: '1 min',
    schema: duration('1ms', LONGEST_TIMER),
    meaning: 'Longest time spent connecting to the key-value store before the server ends with an error.',
  }),
  PLATFORM_KVSTORE_RECONNECTION_BACKOFF_FACTOR: defineVariable({
    topic,
    type: 'duration up to 24 days',
    default: '500ms',
    schema: duration('1ms', LONGEST_TIMER),
    meaning: 'Added to the delay before the next attempt with each failed attempt.',
  }),
  PLATFORM_KVSTORE_RECONNECTION_BACKOFF_MINIMUM_TIME: defineVariable({
    topic,
    type: 'duration up to 24 days',
    default: '1s',
    schema: duration('1ms', LONGEST_TIMER),
    meaning: 'Shortest delay between two attempts.',
  }),
  PLATFORM_DATA_DIR: defineVariable({
    topic,
    type: 'folder',
    schema: line(4096),
    derived: {
      meaning: 'the folder of a `sqlite:` document store, else `./data`',
      text: ({ text }) => folderOf(text('PLATFORM_DOCSTORE_URL')),
    },
    meaning:
      'Folder in which the server keeps a token secret that it made itself. A relative path begins at the working ' +
      'directory.',
  }),
}
