import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Asset, Comment, User } from '@platform/plugin-sdk'
import { type Act, act, setScene } from './acts.ts'
import { faults } from './faults.ts'
import { openWorkload } from './workload.ts'

const PROGRAM = fileURLToPath(new URL('programs/die-at-write.ts', import.meta.url))

interface Point {
  readonly killed: number
  readonly wrong: readonly unknown[]
  readonly done: unknown
}

/**
 * Runs an operation in a process that is killed after the first write, then in one that is killed after the second, and
 * so on until a process finishes. After each kill a server starts on the stored data, and runs the operation again.
 *
 * @param step the number of writes between two kills.
 * @returns for each kill, the wrong counts and the stored state after the server ran the operation again.
 */
export async function killedAtEachWrite(
  name: Act,
  { every, step = 1 }: { every: 'commit' | 'statement'; step?: number },
): Promise<Point[]> {
  const root = await mkdtemp(join(tmpdir(), 'platform-points-'))
  const scene = join(root, 'scene')
  try {
    {
      await using platform = await openWorkload(scene)
      await setScene(platform)
    }
    const points: Point[] = []
    for (let at = 1; ; at += step) {
      const directory = join(root, String(at))
      await cp(scene, directory, { recursive: true, filter: path => !path.endsWith('.sock') })
      const child = spawn(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', PROGRAM, directory, name, String(at), every],
        { stdio: ['ignore', 'ignore', 'inherit'] },
      )
      const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
      if (code !== 0 && signal !== 'SIGKILL') throw new Error(`it ended with ${code ?? signal}`)
      points.push({ killed: at, ...(await afterwards(directory, name)) })
      await rm(directory, { recursive: true, force: true })
      if (code === 0) return points
    }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

/**
 * Starts a server on the stored data and runs the operation again. Every count must be right before that, and after it.
 */
async function afterwards(directory: string, name: Act): Promise<Pick<Point, 'wrong' | 'done'>> {
  await using platform = await openWorkload(directory)
  const { docstore, jobs } = platform.services
  await jobs.idle()
  const before = await faults(platform.services.docstore)
  await act(platform, name)
  // An erasure is followed by one a minute later, and one a day later.
  for (const later of [61_000, 86_400_000]) {
    platform.clock.advance(later)
    await jobs.idle()
  }
  const comments = await docstore
    .collection<Comment>('comments')
    .find({}, { sort: { body: 1 } })
    .toArray()
  const [assets, users] = [
    await docstore
      .collection<Asset>('assets')
      .find({}, { sort: { url: 1 } })
      .toArray(),
    await docstore
      .collection<User>('users')
      .find({}, { sort: { username: 1 } })
      .toArray(),
  ]
  const urls = new Map(assets.map(({ id, url }) => [id, url]))
  return {
    wrong: [...before, ...(await faults(platform.services.docstore))],
    done: {
      comments: comments.map(({ body, status, reply_count, asset_id, action_counts }) => [
        body,
        status,
        reply_count,
        urls.get(asset_id),
        action_counts,
      ]),
      assets: assets.map(({ url, comment_counts }) => [url, comment_counts]),
      users: users.map(({ username, action_counts, metadata }) => [username, action_counts, metadata['trust']]),
      jobs: await jobs.list(),
    },
  }
}
