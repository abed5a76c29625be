import type { LifecycleApi } from '@platform/plugin-sdk'
import { attribute } from '../compose/attribution.ts'
import type { Member } from '../compose/member.ts'
import type { Log } from './log.ts'

/** How long a plugin may take to start, or to stop. */
const DEADLINE = 10_000

/** Members that were started, and how to stop them. */
export interface Lifecycle {
  stop(): Promise<void>
}

/** Runs `init` and then `ready` of every member in order. When one fails, what was started is undone. */
export async function startLifecycle(members: readonly Member[], log: Log): Promise<Lifecycle> {
  const abort = new AbortController()
  const undo: (() => Promise<void>)[] = []
  const apis = new Map<Member, LifecycleApi>(members.map(member => [member, {
    log: log.child({ plugin: member.name }), signal: abort.signal,
    defer: step => { undo.push(async () => { await step() }) },
  }]))

  async function stop(): Promise<void> {
    abort.abort()
    for (const member of members.toReversed()) await settle(log, () => run(member, 'shutdown', apis.get(member)!))
    for (const step of undo.toReversed()) await settle(log, step)
  }

  try {
    for (const phase of ['init', 'ready'] as const) for (const member of members) await run(member, phase, apis.get(member)!)
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

async function run(member: Member, phase: 'init' | 'ready' | 'shutdown', api: LifecycleApi): Promise<void> {
  const hook = member.hooks[phase]
  if (!hook) return
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${member.name} ${phase} did not finish within ${DEADLINE / 1000} s`)), DEADLINE)
  })
  try {
    await Promise.race([attribute(member, phase, phase, hook)(api), late])
  } finally {
    clearTimeout(timer)
  }
}

async function settle(log: Log, step: () => Promise<void>): Promise<void> {
  try { await step() } catch (error) { log.error({ err: error }, 'a plugin failed to stop') }
}
