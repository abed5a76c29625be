import { createHash } from 'node:crypto'
import { type CollectionIndexes, type Docstore, isDuplicateKeyError } from '@platform/docstore'
import { type BrowserFile, browserFiles, documentTexts } from '@platform/stream'
import type { Clock } from '../../runtime/clock.ts'

/** How many builds are kept: the newest one, and three before it. */
const MOST_BUILDS = 4
/** How long a build is not looked for again after a search. Milliseconds. */
const PAUSE = 5_000

/** A build of the stream as it is stored, for pages that outlast the server they came from. */
interface ClientBuild {
  /** A hash of the documents' ids and the files' names, which have hashes of their content. */
  readonly id: string
  /** When a server with this build was last started. */
  readonly started_at: Date
  readonly documents: readonly { readonly id: string; readonly text: string }[]
  /** The bytes are in base64. */
  readonly files: readonly { readonly name: string; readonly type: string; readonly bytes: string }[]
}

export const clientBuildIndexes: CollectionIndexes = {
  collection: 'client_builds',
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

export function createClientBuilds({ docstore, clock }: { docstore: Docstore; clock: Clock }): ClientBuilds {
  const builds = docstore.collection<ClientBuild>('client_builds')
  const known = new Set([OWN_ID])
  const documents = new Map(Object.entries(documentTexts))
  const files = new Map(browserFiles)
  let search: Promise<void> | undefined
  let searched = Number.NEGATIVE_INFINITY

  async function readOthers(): Promise<void> {
    const ids = await builds.distinct('id')
    const added = ids.filter(id => !known.has(String(id)))
    if (added.length === 0) return
    for (const build of await builds.find({ id: { $in: added.map(String) } }).toArray()) {
      known.add(build.id)
      for (const { id, text } of build.documents) if (!documents.has(id)) documents.set(id, text)
      for (const { name, type, bytes } of build.files)
        if (!files.has(name)) files.set(name, { type, bytes: Buffer.from(bytes, 'base64') })
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

  async function find<Value>(values: ReadonlyMap<string, Value>, key: string): Promise<Value | undefined> {
    if (!values.has(key)) await searchAgain()
    return values.get(key)
  }

  return {
    documentOf: id => find(documents, id),
    fileOf: name => find(files, name),
    async keep() {
      const started_at = clock.now()
      const { matchedCount } = await builds.updateOne({ id: OWN_ID }, { $set: { started_at } })
      if (matchedCount === 0) await builds.insertOne({ id: OWN_ID, started_at, ...ownBuild() }).catch(ignoreDuplicate)
      const older = await builds.find({}, { sort: { started_at: -1 }, skip: MOST_BUILDS }).toArray()
      if (older.length > 0) await builds.deleteMany({ id: { $in: older.map(({ id }) => id) } })
    },
  }
}

const OWN_ID = createHash('sha256')
  .update([...Object.keys(documentTexts), ...browserFiles.keys()].toSorted().join('\n'))
  .digest('base64url')

function ownBuild(): Pick<ClientBuild, 'documents' | 'files'> {
  return {
    documents: Object.entries(documentTexts).map(([id, text]) => ({ id, text })),
    files: [...browserFiles].map(([name, { type, bytes }]) => ({ name, type, bytes: bytes.toString('base64') })),
  }
}

/** Another server with the same build may have stored it at the same time. */
function ignoreDuplicate(error: unknown): void {
  if (!isDuplicateKeyError(error)) throw error
}
