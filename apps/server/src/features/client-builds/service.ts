import { createHash } from 'node:crypto'
import { type CollectionIndexes, isDuplicateKeyError } from '@platform/docstore'
import type { Services } from '@platform/plugin-sdk'
import type { BrowserFile } from '@platform/stream'

/** How many builds are kept: the newest one, and three before it. */
const MOST_BUILDS = 4
/** How long a build is not looked for again after a search. Milliseconds. */
const PAUSE = 5_000

/** A build of the stream as it is stored, for pages that outlast the server they came from. */
interface ClientBuild {
  /** A hash of the documents' ids and the files' names, which have hashes of their content. */
  readonly id: string
  /** When the build was stored. */
  readonly started_at: Date
  readonly documents: readonly { readonly id: string; readonly text: string }[]
  /** The bytes are in base64. */
  readonly files: readonly { readonly name: string; readonly type: string; readonly bytes: string }[]
}

/** The last start of a build. A build has some megabytes, so it is not written again for that. */
interface BuildStart {
  /** The build's id. */
  readonly id: string
  readonly started_at: Date
}

export const clientBuildIndexes: CollectionIndexes = {
  collection: 'client_builds',
  indexes: [{ name: 'id', keys: { id: 1 }, unique: true }],
}

export const buildStartIndexes: CollectionIndexes = {
  collection: 'client_build_starts',
  indexes: [{ name: 'id', keys: { id: 1 }, unique: true }],
}

/**
 * The documents and files of the stream's last builds. A page that was loaded before an update, or from another server
 * during one, goes on with the documents and files that it knows.
 */
export interface ClientBuilds {
  /** The text of a stored document by its id. */
  documentOf(id: string): Promise<string | undefined>
  /** A file of the stream by its name. */
  fileOf(name: string): Promise<BrowserFile | undefined>
  /** Stores the build of this server, and removes all but the last builds. */
  keep(): Promise<void>
}

export function createClientBuilds({
  docstore,
  clock,
  composition,
  streamBuild,
}: Pick<Services, 'docstore' | 'clock' | 'composition' | 'streamBuild'>): ClientBuilds {
  const builds = docstore.collection<ClientBuild>('client_builds')
  const starts = docstore.collection<BuildStart>('client_build_starts')
  const known = new Set<string>()
  const otherDocuments = new Map<string, string>()
  const otherFiles = new Map<string, BrowserFile>()
  let search: Promise<void> | undefined
  let searched = Number.NEGATIVE_INFINITY

  async function readOthers(): Promise<void> {
    const added = (await builds.distinct('id')).map(String).filter(id => !known.has(id))
    if (added.length === 0) return
    for (const build of await builds.find({ id: { $in: added } }).toArray()) {
      known.add(build.id)
      for (const { id, text } of build.documents) otherDocuments.set(id, text)
      for (const { name, type, bytes } of build.files)
        otherFiles.set(name, { type, bytes: Buffer.from(bytes, 'base64') })
    }
  }

  /** Reads the builds of other servers. Requests that miss something together, or soon after another, read once. */
  async function searchAgain(): Promise<void> {
    if (performance.now() - searched >= PAUSE) {
      searched = performance.now()
      search = readOthers()
      search.catch(() => {
        searched = Number.NEGATIVE_INFINITY
      })
    }
    await search
  }

  async function find<Value>(
    key: string,
    own: ReadonlyMap<string, Value>,
    others: ReadonlyMap<string, Value>,
  ): Promise<Value | undefined> {
    const found = own.get(key) ?? others.get(key)
    if (found !== undefined) return found
    await searchAgain()
    return others.get(key)
  }

  return {
    documentOf: id => find(id, composition.streamDocuments.texts, otherDocuments),
    fileOf: name => find(name, streamBuild.files, otherFiles),
    async keep() {
      const { texts } = composition.streamDocuments
      const id = idOf(texts, streamBuild.files)
      known.add(id)
      const started_at = clock.now()
      await starts.updateOne({ id }, { $set: { started_at } }, { upsert: true }).catch(ignoreDuplicate)
      if ((await builds.countDocuments({ id })) === 0)
        await builds.insertOne({ id, started_at, ...contentsOf(texts, streamBuild.files) }).catch(ignoreDuplicate)
      const last = await starts.find({}, { sort: { started_at: -1 }, limit: MOST_BUILDS }).toArray()
      // Builds of earlier servers have no start, and stay until as many others have one.
      if (last.length < MOST_BUILDS || (await builds.countDocuments({})) <= MOST_BUILDS) return
      const isOlder = { id: { $nin: last.map(start => start.id) } }
      await builds.deleteMany(isOlder)
      await starts.deleteMany(isOlder)
    },
  }
}

function idOf(documents: ReadonlyMap<string, string>, files: ReadonlyMap<string, BrowserFile>): string {
  return createHash('sha256')
    .update([...documents.keys(), ...files.keys()].toSorted().join('\n'))
    .digest('base64url')
}

function contentsOf(
  documents: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, BrowserFile>,
): Pick<ClientBuild, 'documents' | 'files'> {
  return {
    documents: [...documents].map(([id, text]) => ({ id, text })),
    files: [...files].map(([name, { type, bytes }]) => ({ name, type, bytes: bytes.toString('base64') })),
  }
}

/** Another server with the same build may have stored it at the same time. */
function ignoreDuplicate(error: unknown): void {
  if (!isDuplicateKeyError(error)) throw error
}
