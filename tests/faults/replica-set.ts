import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import { freePort } from '../../apps/server/test/free-port.ts'
import { program } from '../../test/programs.ts'

/** What tests need that kill a member of a replica set. No stand-in has members, or keeps what it acknowledged. */
export const MONGOD = program('mongod')

/** A replica set of three members on this machine. */
export interface ReplicaSet extends AsyncDisposable {
  /** The address of a database, by all members. */
  readonly url: string
  /** Kills the primary, waits until another member is primary, and starts the killed one again. */
  killPrimary(): Promise<void>
}

interface Member {
  readonly host: string
  readonly folder: string
  process: ChildProcess
}

const SET = 'faults'

export async function startReplicaSet(): Promise<ReplicaSet> {
  const folder = await mkdtemp(join(tmpdir(), 'platform-replica-set-'))
  const members: Member[] = []
  for (let id = 0; id < 3; id++) {
    const place = { host: `127.0.0.1:${await freePort()}`, folder: join(folder, String(id)) }
    await mkdir(place.folder)
    members.push({ ...place, process: run(place) })
  }
  const hosts = members.map(({ host }) => host)
  await command(members[0]!.host, {
    replSetInitiate: { _id: SET, members: hosts.map((host, _id) => ({ _id, host })) },
  })
  await primaryOf(hosts)
  return {
    url: `mongodb://${hosts.join(',')}/faults?replicaSet=${SET}`,
    async killPrimary() {
      const primary = await primaryOf(hosts)
      const member = members.find(({ host }) => host === primary)!
      member.process.kill('SIGKILL')
      await once(member.process, 'exit')
      await primaryOf(hosts.filter(host => host !== primary))
      member.process = run(member)
    },
    async [Symbol.asyncDispose]() {
      for (const { process } of members) {
        if (process.exitCode !== null || process.signalCode !== null) continue
        process.kill('SIGKILL')
        await once(process, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function run({ host, folder }: Pick<Member, 'host' | 'folder'>): ChildProcess {
  const port = host.split(':')[1]!
  const args = ['--replSet', SET, '--port', port, '--dbpath', folder, '--bind_ip', '127.0.0.1']
  return spawn(MONGOD.file, args, { stdio: 'ignore' })
}

/** Sends one command to one member. */
async function command(host: string, document: object): Promise<Record<string, unknown>> {
  const client = new MongoClient(`mongodb://${host}/?directConnection=true`, { serverSelectionTimeoutMS: 20_000 })
  try {
    return await client.db('admin').command(document as Record<string, unknown>)
  } finally {
    await client.close()
  }
}

/** The first of these members that is primary; waits until there is one. */
async function primaryOf(hosts: readonly string[]): Promise<string> {
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline) {
    for (const host of hosts) {
      const hello = await command(host, { hello: 1 }).catch(() => undefined)
      if (hello?.['isWritablePrimary'] === true) return host
    }
    await wait(100)
  }
  throw new Error('no member became primary in a minute')
}
