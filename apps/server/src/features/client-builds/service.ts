import { createHash } from 'node:crypto'
import type { Services } from '@platform/plugin-sdk'
import type { BrowserFile } from '@platform/stream'
import { assets } from '../../runtime/asset-manifest.ts'
import { createBuildStarts, ignoreDuplicate } from './build-starts.ts'
import { type ClientBuild, type Contents, contentsOf, storedContents } from './client-build.ts'

/** How many builds are kept: the newest one, and three before it. */
const MOST_BUILDS = 4
/** How long a build is not looked for again after a search. Milliseconds. */
const PAUSE = 5_000

/**
 * The documents of the stream's last builds, and the files of all pages. A page that was loaded before an update, or
 * from another server during one, goes on with the documents and files that it knows.
 */
export interface ClientBuilds {
  /** The text of a stored document by its id. */
  documentOf(id: string): Promise<string | undefined>
  /** A file that pages load, by its name. */
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
  const starts = createBuildStarts(docstore)
  /** The builds of other servers that were stored when they were last looked for, by id. */
  const others = new Map<string, Contents>()
  const files = new Map([...streamBuild.files, ...assets.files])
  const ownContents = (): Contents => ({ documents: composition.streamDocuments.texts, files })
  let ownId: string | undefined
  let search: Promise<void> | undefined
  let searched = Number.NEGATIVE_INFINITY

  async function readOthers(): Promise<void> {
    const ids = await starts.ids()
    for (const id of others.keys()) if (!ids.includes(id)) others.delete(id)
    for (const id of ids) {
      const build = id === ownId || others.has(id) ? null : await builds.findOne({ id })
      if (build) others.set(id, contentsOf(build))
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

  /** Finds something in this build, in those of others as they are known, or in those that are stored now. */
  async function find<Value>(of: (contents: Contents) => Value | undefined): Promise<Value | undefined> {
    const known = of(ownContents()) ?? firstOf(others, of)
    if (known !== undefined) return known
    await searchAgain()
    return firstOf(others, of)
  }

  return {
    documentOf: id => find(({ documents }) => documents.get(id)),
    fileOf: name => find(({ files }) => files.get(name)),
    async keep() {
      const id = idOf(ownContents())
      ownId = id
      const started_at = clock.now()
      if ((await builds.countDocuments({ id })) === 0)
        await builds.insertOne({ id, started_at, ...storedContents(ownContents()) }).catch(ignoreDuplicate)
      await starts.note(id, started_at)
      const older = (await starts.ids()).slice(MOST_BUILDS).filter(other => other !== id)
      if (older.length === 0) return
      await builds.deleteMany({ id: { $in: older } })
      await starts.remove(older)
    },
  }
}

function firstOf<Value>(
  builds: ReadonlyMap<string, Contents>,
  of: (contents: Contents) => Value | undefined,
): Value | undefined {
  for (const build of builds.values()) {
    const found = of(build)
    if (found !== undefined) return found
  }
  return undefined
}

function idOf({ documents, files }: Contents): string {
  return createHash('sha256')
    .update([...documents.keys(), ...files.keys()].toSorted().join('\n'))
    .digest('base64url')
}
