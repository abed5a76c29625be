import { described, type LoadedPlugin } from '@platform/plugin-host'
import pTimeout from 'p-timeout'
import type { CreateContext, ServerContext } from '../contract/context.ts'
import { stepAndRest } from '../runtime/step-and-rest.ts'
import { attribute } from './attribution.ts'
import { contextOf } from './context/plugin-view.ts'

/** How long a plugin may take for one step, such as one batch. Milliseconds. */
export const DEADLINE = { milliseconds: 60_000, message: 'it did not answer within 60 s' }

/** A function of a plugin that changes one batch of records, and returns how many it changed. */
interface Batches {
  readonly hook: 'personalData' | 'assetData'
  /** The name of the function. */
  readonly at: string
  run(context: ServerContext): unknown
}

/** Calls a function that changes one batch of records until it returns 0, and lets others have their turn between. */
export async function runBatches(
  plugin: LoadedPlugin,
  { hook, at, run }: Batches,
  { createContext, signal }: { createContext: CreateContext; signal?: AbortSignal },
): Promise<void> {
  const runOne = attribute(plugin, hook, at, async () => {
    const batch = Promise.resolve(run(newContext(plugin, createContext)))
    return countOf(await pTimeout(batch, DEADLINE), at)
  })
  while ((await stepAndRest(runOne, signal)) > 0);
}

/** A new context for each batch, because its loaders remember records that the batch before has changed. */
export function newContext(plugin: LoadedPlugin, createContext: CreateContext): ServerContext {
  return contextOf(plugin)(createContext())
}

function countOf(given: unknown, at: string): number {
  if (typeof given === 'number' && Number.isInteger(given) && given >= 0) return given
  throw new Error(`${at} answered ${described(given)}, expected how many documents it changed, and 0 at the end`)
}
