import type { MongoClientOptions, WriteConcernSettings } from 'mongodb'
import { LONGEST_READ } from '../read-deadline.ts'
import { timedUUID } from '../timed-uuid.ts'

/**
 * How long a server that is needed is looked for, how often each is asked whether it lives, and how long it may take to
 * say so; a connection to a server that does not is given up, with what waits on it. How long an operation waits for
 * a connection, and for an answer on it: longer than any read may take, because a broken one is sent again.
 * Milliseconds. The driver's own patience is half a minute for some of these, and endless for others.
 */
const DEADLINES = {
  serverSelectionTimeoutMS: 5_000,
  heartbeatFrequencyMS: 2_000,
  connectTimeoutMS: 3_000,
  waitQueueTimeoutMS: 10_000,
  socketTimeoutMS: LONGEST_READ + 10_000,
}

/** How long a majority of the servers may take to store a write. After that it is not known whether it is stored. */
const MAJORITY_DEADLINE = 10_000

/**
 * The options of a connection: those of the URL, and for the others the safest ones. A write is acknowledged when a
 * majority of the servers have it in their journals, so that no failover loses it, and is sent once more when the
 * connection breaks, which does not store it twice.
 */
export function clientOptions(url: string): MongoClientOptions {
  return {
    ...unlessIn(url, { appName: 'platform', ...DEADLINES }),
    ...unlessIn(url, { retryWrites: true, retryReads: true }),
    // Undefined properties of documents are dropped. In filters `guarded` refuses them before.
    ignoreUndefined: true,
    pkFactory: { createPk: () => timedUUID() },
    ...(isIn(url, 'w') ? {} : { writeConcern: majority(url) }),
  }
}

/** The options of a connection that makes indexes, which takes as long as it takes. */
export function patientOptions(url: string): MongoClientOptions {
  return { ...clientOptions(url), ...unlessIn(url, { socketTimeoutMS: 0 }) }
}

function majority(url: string): WriteConcernSettings {
  const given = optionsIn(url)
  const journal = given.get('journal') ?? given.get('j')
  const time = given.get('wtimeoutms') ?? given.get('wtimeout')
  return {
    w: 'majority',
    journal: journal !== 'false',
    wtimeoutMS: time === undefined ? MAJORITY_DEADLINE : Number(time),
  }
}

/** The settings that the URL does not have itself. */
function unlessIn<T extends object>(url: string, settings: T): Partial<T> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !isIn(url, name))) as Partial<T>
}

const isIn = (url: string, name: string) => optionsIn(url).has(name.toLowerCase())

/** The options of a URL by their names in small letters, because the driver reads the names in any case. */
function optionsIn(url: string): ReadonlyMap<string, string> {
  const { searchParams } = new URL(url.replace(/^[^?]*/, 'mongodb://host/'))
  return new Map(Array.from(searchParams, ([name, value]) => [name.toLowerCase(), value]))
}
