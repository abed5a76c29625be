import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import type { Need } from '../../../test/needs.ts'

/** A MongoDB deployment for tests; without one, `missing` says so and only `stop` may be called. */
export interface MongoForTests extends Need {
  /** Whether it is no MongoDB, but a server that is compatible with it. */
  readonly isStandIn?: boolean
  /** The address of a database of its own, another one each time. */
  readonly url: () => string
  readonly stop: () => Promise<void>
}

const MISSING = 'there is no MongoDB: set PLATFORM_TEST_DOCSTORE_URL, or put mongod or secantusd-rs on the PATH'

/** Finds or starts a MongoDB: the one of `PLATFORM_TEST_DOCSTORE_URL`, else a `mongod`, else a compatible server. */
export async function startMongo(): Promise<MongoForTests> {
  const given = process.env['PLATFORM_TEST_DOCSTORE_URL']
  if (given?.startsWith('mongodb')) return { missing: undefined, url: () => ownDatabase(given), stop: async () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'docstore-mongo-'))
  const mongod = await startMongod(folder)
  const server = mongod ?? (await startCompatible(folder))
  if (!server) {
    rmSync(folder, { recursive: true })
    return {
      missing: MISSING,
      url: () => {
        throw new Error(MISSING)
      },
      stop: async () => {},
    }
  }
  return {
    missing: undefined,
    isStandIn: server !== mongod,
    url: () => ownDatabase(server.base),
    stop: async () => {
      await stopped(server.process)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Each store of a test gets a database of its own. */
function ownDatabase(base: string): string {
  const url = new URL(base)
  url.pathname = `/test_${randomUUID().slice(0, 8)}`
  return url.href
}

interface Started {
  readonly base: string
  readonly process: ChildProcess
}

async function startMongod(folder: string): Promise<Started | undefined> {
  if (spawnSync('mongod', ['--version']).status !== 0) return undefined
  const port = await freePort()
  const child = spawn(
    'mongod',
    ['--replSet', 'rs0', '--port', String(port), '--dbpath', folder, '--bind_ip', '127.0.0.1'],
    { stdio: 'ignore' },
  )
  const direct = `mongodb://127.0.0.1:${port}/?directConnection=true`
  const client = await new MongoClient(direct).connect()
  try {
    await client
      .db('admin')
      .command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: `127.0.0.1:${port}` }] } })
    await primaryElected(client)
  } finally {
    await client.close()
  }
  return { base: direct, process: child }
}

async function primaryElected(client: MongoClient): Promise<void> {
  const deadline = Date.now() + 20_000
  while (Date.now() < deadline) {
    const hello = await client.db('admin').command({ hello: 1 })
    if (hello['isWritablePrimary'] === true) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('mongod did not become primary in 20 s')
}

async function startCompatible(folder: string): Promise<Started | undefined> {
  const program = [...(process.env['PATH'] ?? '').split(':'), join(cacheFolder(), 'platform-ci/secantus/bin')]
    .map(place => join(place, 'secantusd-rs'))
    .find(existsSync)
  if (!program) return undefined
  const child = spawn(program, ['--port', '0', '--storage-path', folder, '--cache-size', '256M'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      const found = /listening on (\S+:\d+)/.exec(output)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`${program} ended: ${output}`)))
  })
  return { base: `mongodb://${address}/`, process: child }
}

const cacheFolder = (): string => process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
