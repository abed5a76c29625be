import { wording } from '@platform/config'
import { described, type LoadedPlugin, label } from '@platform/plugin-host'
import type { PersonalRecord } from '@platform/plugin-sdk'
import pTimeout from 'p-timeout'
import { z } from 'zod'
import type { ComposedPersonalData, ExportedRecord } from '../contract/composed.ts'
import type { CreateContext, ServerContext } from '../contract/context.ts'
import type { Log } from '../runtime/log.ts'
import { attribute } from './attribution.ts'
import { DEADLINE, newContext, runBatches } from './batches.ts'

const personalRecord = z.strictObject({
  name: z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,99}$/, 'a name has letters, digits, - and _'),
  record: z.record(z.string(), z.unknown()),
})

interface Given {
  readonly createContext: CreateContext
  readonly log: Log
}

/** Composes the `personalData` of all core features and plugins. */
export function composePersonalData(
  plugins: readonly LoadedPlugin[],
  { createContext, log }: Given,
): ComposedPersonalData {
  const owners = plugins.filter(({ hooks }) => hooks.personalData !== undefined)
  return {
    async *export(userId) {
      for (const plugin of owners) yield* exportFrom(plugin, userId, createContext)
    },
    async erase(userId, signal) {
      const failures: unknown[] = []
      for (const plugin of owners.toReversed()) {
        try {
          const run = (context: ServerContext) => plugin.hooks.personalData?.erase(userId, context)
          await runBatches(plugin, { hook: 'personalData', at: 'erase', run }, { createContext, signal })
        } catch (error) {
          signal.throwIfAborted()
          log.error({ err: error, plugin: plugin.name }, `${label(plugin)} personalData erase: it failed`)
          failures.push(error)
        }
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}

async function* exportFrom(
  plugin: LoadedPlugin,
  userId: string,
  createContext: CreateContext,
): AsyncGenerator<ExportedRecord> {
  const { personalData } = plugin.hooks
  if (!personalData) return
  const guarded = <R>(run: () => Promise<R>) =>
    attribute(plugin, 'personalData', 'export', () => pTimeout(run(), DEADLINE))()
  const context = newContext(plugin, createContext)
  const records = await guarded(async () => iteratorOf(personalData.export(userId, context)))
  let finished = false
  try {
    while (true) {
      const next = await guarded(async () => {
        const { done, value } = await records.next()
        return done ? null : recordOf(value)
      })
      if (next === null) {
        finished = true
        return
      }
      yield { plugin: plugin.name, ...next }
    }
  } finally {
    if (!finished) await guarded(async () => records.return?.())
  }
}

function iteratorOf(given: unknown): AsyncIterator<unknown> {
  const make = (given as Partial<AsyncIterable<unknown>> | null | undefined)?.[Symbol.asyncIterator]
  if (typeof make !== 'function')
    throw new Error(`export gave ${described(given)}, expected an async iterable: write async *export(userId, context)`)
  return make.call(given) as AsyncIterator<unknown>
}

function recordOf(given: unknown): PersonalRecord {
  const { data, error } = personalRecord.safeParse(given, { error: wording })
  if (data) return data
  const wrong = error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`).join('; ')
  throw new Error(`export gave ${described(given)}, expected { name, record }: ${wrong}`)
}
