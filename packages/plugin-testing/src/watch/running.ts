import { createHook } from 'node:async_hooks'
import type { Forgotten, ForgottenCode } from './forgotten.ts'
import { pluginFrame } from './plugin-frame.ts'

/** Records timers, processes and file watchers that are started, until `stop`. */
export interface RunningWatch {
  /** What plugins left running. @param end - whether that is ended now, so that the process can end. */
  stop(end: boolean): Promise<readonly Forgotten[]>
}

interface Running {
  readonly type: string
  readonly handle: WeakRef<object>
  /** An error of the moment it was started, whose stack is made into text only for what is left running. */
  readonly started: Error
}

interface Kind {
  readonly code: ForgottenCode
  readonly what: string
  readonly fix: string
  end(handle: Handle): void
}
interface Handle {
  close?(): void
  kill?(signal: number): void
}

/** What can be left running besides timers and servers, by the names of Node's resource types. */
const KINDS: Readonly<Record<string, Kind>> = {
  PROCESSWRAP: {
    code: 'LEAKED_PROCESS',
    what: 'process',
    fix: 'end it: init: ({ defer }) => { const child = spawn(...); defer(() => child.kill()) }',
    end: handle => handle.kill?.(9),
  },
  FSEVENTWRAP: {
    code: 'LEAKED_WATCHER',
    what: 'watcher of files',
    fix: 'close it: init: ({ defer }) => { const watcher = watch(...); defer(() => watcher.close()) }',
    end: handle => handle.close?.(),
  },
}

/** Turns of the event loop in which a loop of `setImmediate` is looked for after the end. */
const TURNS = 5

/** Starts recording. It keeps a stack for each timer, which only a test can afford. */
export function watchRunning(): RunningWatch {
  const running = new Map<number, Running>()
  const loops = new Map<string, { turns: Set<number>; last: NodeJS.Immediate }>()
  let turn = 0
  const hook = createHook({
    // Promises are most of what a server makes, and none of them is left running.
    trackPromises: false,
    init(id, type, _trigger, resource) {
      if (type === 'Timeout' || type in KINDS)
        running.set(id, { type, handle: new WeakRef(resource), started: new Error(type) })
      const place = type === 'Immediate' && turn > 0 ? pluginFrame(new Error(type).stack ?? '') : null
      if (place === null) return
      const loop = loops.get(place) ?? { turns: new Set(), last: resource as NodeJS.Immediate }
      loop.turns.add(turn)
      loop.last = resource as NodeJS.Immediate
      loops.set(place, loop)
    },
    destroy(id) {
      running.delete(id)
    },
  }).enable()
  return {
    async stop(end) {
      // Node calls `destroy` one turn after the resource ended.
      for (turn = 1; turn <= TURNS; turn++)
        await new Promise(resolve => {
          setImmediate(resolve)
        })
      hook.disable()
      return [
        ...[...running.values()].flatMap(left => forgotten(left, end)),
        ...[...loops].flatMap(([place, { turns, last }]) => (turns.size < TURNS - 1 ? [] : [loop(place, last, end)])),
      ]
    },
  }
}

function loop(place: string, last: NodeJS.Immediate, end: boolean): Forgotten {
  if (end) clearImmediate(last)
  return {
    code: 'LEAKED_TIMER',
    message: `the loop of setImmediate at ${place} goes on after the platform has stopped`,
    fix: 'stop it when signal is aborted: init: ({ signal }) => { ... if (!signal.aborted) setImmediate(next) }',
  }
}

function forgotten(left: Running, end: boolean): Forgotten[] {
  const kind = KINDS[left.type]
  if (!kind) return forgottenTimer(left, end)
  const handle = left.handle.deref() as Handle | undefined
  const place = pluginFrame(left.started.stack ?? '')
  if (!handle || place === null) return []
  if (end) kind.end(handle)
  return [
    {
      code: kind.code,
      message: `the ${kind.what} started at ${place} is still running after the platform has stopped`,
      fix: kind.fix,
    },
  ]
}

function forgottenTimer({ handle, started }: Running, end: boolean): Forgotten[] {
  const found = handle.deref() as (NodeJS.Timeout & { _repeat?: unknown; _destroyed?: boolean }) | undefined
  if (!found || found._destroyed === true) return []
  const repeats = typeof found._repeat === 'number'
  // A timeout without a reference does not keep the process alive; AbortSignal.timeout makes such a one.
  if (!repeats && !found.hasRef()) return []
  const place = pluginFrame(started.stack ?? '')
  if (place === null) return []
  if (end) clearTimeout(found)
  const kind = repeats ? 'interval' : 'timeout'
  return [
    {
      code: 'LEAKED_TIMER',
      message: `the ${kind} started at ${place} is still running after the platform has stopped`,
      fix:
        'clear it in shutdown, or where it is started: ' +
        'init: ({ defer }) => { const timer = setInterval(...); defer(() => clearInterval(timer)) }',
    },
  ]
}
