import {
  type Document,
  MongoClient,
  type MongoClientOptions,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb'
import type { Docstore, DocstoreOptions } from '../contract/docstore.ts'
import { DocstoreError } from '../errors.ts'
import { redactUrl } from '../url.ts'
import { clientOptions, patientOptions } from './options.ts'
import { MongoDocstore } from './store.ts'

/** The name of the database when the URL has none. */
const DEFAULT_DATABASE = 'platform'

const AUTHENTICATION_FAILED = 18

/** Connects to a replica set or a sharded cluster of MongoDB, because transactions need one. */
export async function connectMongo(url: string, options: DocstoreOptions): Promise<Docstore> {
  const client = createClient(url, clientOptions(url))
  try {
    requireNewest(client.options.readPreference.mode, url)
    await client.connect()
    const database = client.db(databaseName(url))
    await requireTransactions(await database.command({ hello: 1 }), url)
    options.log?.(`Connected to ${redactUrl(url)}`)
    const indexing = () => createClient(url, patientOptions(url))
    return new MongoDocstore({ client, database, indexing, ...options })
  } catch (error) {
    await client.close()
    throw connectFailure(url, error)
  }
}

function createClient(url: string, options: MongoClientOptions): MongoClient {
  try {
    return new MongoClient(url, options)
  } catch (error) {
    throw new DocstoreError(
      'DOCSTORE_URL_INVALID',
      `The document store URL ${redactUrl(url)} is not valid: ${redactUrl((error as Error).message)}`,
    )
  }
}

export function databaseName(url: string): string {
  const name = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]+)/.exec(url)?.[1]
  return name === undefined ? DEFAULT_DATABASE : decodeURIComponent(name)
}

/**
 * A server keeps settings, accounts and answers until it is told of a change, and then reads them again once. From a
 * member that does not have the change yet it would read, and keep, what was before.
 */
function requireNewest(mode: string, url: string): void {
  if (mode === 'primary' || mode === 'primaryPreferred') return
  throw new DocstoreError(
    'DOCSTORE_URL_INVALID',
    `The document store URL ${redactUrl(url)} has readPreference=${mode}, with which a server would read and keep what ` +
      'was stored before the last change; leave the option out, or write readPreference=primaryPreferred',
  )
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
