import { type Document, MongoClient, MongoServerError, MongoServerSelectionError } from 'mongodb'
import type { Docstore, DocstoreOptions } from '../contract/docstore.ts'
import { DocstoreError } from '../errors.ts'
import { timedUUID } from '../timed-uuid.ts'
import { redactUrl } from '../url.ts'
import { MongoDocstore } from './store.ts'

/** The name of the database when the URL has none. */
const DEFAULT_DATABASE = 'platform'

/**
 * How long a server that is needed is looked for, how often each is asked whether it lives, and how long it may take to
 * say so; a connection to a server that does not is given up, with what waits on it. Milliseconds. The driver's own
 * patience is more than half a minute for each.
 */
const DEADLINES = { serverSelectionTimeoutMS: 5_000, heartbeatFrequencyMS: 2_000, connectTimeoutMS: 3_000 }

const AUTHENTICATION_FAILED = 18

/** Connects to a replica set or a sharded cluster of MongoDB, because transactions need one. */
export async function connectMongo(url: string, options: DocstoreOptions): Promise<Docstore> {
  const client = createClient(url)
  try {
    await client.connect()
    const database = client.db(databaseName(url))
    await requireTransactions(await database.command({ hello: 1 }), url)
    options.log?.(`Connected to ${redactUrl(url)}`)
    return new MongoDocstore(client, database, options.log)
  } catch (error) {
    await client.close()
    throw connectFailure(url, error)
  }
}

function createClient(url: string): MongoClient {
  try {
    return new MongoClient(url, {
      appName: 'platform',
      ...unlessIn(url, DEADLINES),
      // Undefined properties of documents are dropped. In filters `guarded` refuses them before.
      ignoreUndefined: true,
      pkFactory: { createPk: () => timedUUID() },
      ...(!/[?&]w=/.test(url) && { writeConcern: { w: 'majority' as const } }),
    })
  } catch (error) {
    throw new DocstoreError(
      'DOCSTORE_URL_INVALID',
      `The document store URL ${redactUrl(url)} is not valid: ${redactUrl((error as Error).message)}`,
    )
  }
}

/** The settings that the address does not have itself. */
function unlessIn(url: string, settings: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !new RegExp(`[?&]${name}=`, 'i').test(url)))
}

export function databaseName(url: string): string {
  const name = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]+)/.exec(url)?.[1]
  return name === undefined ? DEFAULT_DATABASE : decodeURIComponent(name)
}

function requireTransactions(hello: Document, url: string): void {
  if (hello['setName'] !== undefined || hello['msg'] === 'isdbgrid') return
  throw new DocstoreError(
    'DOCSTORE_UNAVAILABLE',
    `The document store at ${redactUrl(url)} is a standalone server, which has no transactions; start it as ` +
      'a replica set (mongod --replSet)',
  )
}

function connectFailure(url: string, error: unknown): unknown {
  if (error instanceof DocstoreError) return error
  const isRefused = error instanceof MongoServerError && error.code === AUTHENTICATION_FAILED
  const what = isRefused
    ? 'refuses the credentials'
    : error instanceof MongoServerSelectionError
      ? 'does not answer'
      : 'cannot be used'
  // The error has no cause, because errors of the driver contain the whole URL with its credentials.
  const reason = error instanceof Error ? redactUrl(error.message) : 'unknown'
  return new DocstoreError('DOCSTORE_UNAVAILABLE', `The document store at ${redactUrl(url)} ${what}: ${reason}`)
}
