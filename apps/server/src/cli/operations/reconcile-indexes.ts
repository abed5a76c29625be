import type { Docstore, Hold, IndexPlan } from '@platform/docstore'
import type { LoadedPlugin } from '@platform/plugin-host'
import { z } from 'zod'
import { declaredIndexes } from '../../composition/indexes.ts'
import { EXIT } from '../../runtime/failure.ts'
import { defineOperation } from '../operation.ts'
import type { Terminal } from '../terminal.ts'

export const indexOptions = z.object({ dryRun: z.boolean().default(false), json: z.boolean().default(false) })

/** The store of an operation, and the features and plugins that declare what is in it. */
export interface StorePlace {
  readonly docstore: Docstore
  readonly plugins: readonly LoadedPlugin[]
  readonly terminal: Terminal
}

/** Makes the indexes of a store those that the plugins declare; with `dryRun` only prints what would change. */
export async function reconcileAndPrint(
  { docstore, plugins, terminal }: StorePlace,
  { dryRun, json }: z.output<typeof indexOptions>,
): Promise<number> {
  const reconcile = (hold?: Hold) => docstore.reconcileIndexes(declaredIndexes(plugins), { dryRun, hold })
  const plan = dryRun ? await reconcile() : await docstore.exclusively('migrations', reconcile)
  terminal.out(json ? `${JSON.stringify(plan)}\n` : describePlan(plan))
  return plan.conflicts.length > 0 ? EXIT.failed : EXIT.ok
}

/** `platform indexes` in the server that has the store open. */
export const reconcileIndexes = defineOperation({
  options: indexOptions,
  run: ({ docstore, composition }, options, terminal) =>
    reconcileAndPrint({ docstore, plugins: composition.plugins, terminal }, options),
})

/** A line for each index, with what is, or would be, done to it. */
export function describePlan({ created, replaced, dropped, kept, unchanged, conflicts }: IndexPlan): string {
  const changes = { create: created, replace: replaced, drop: dropped, unused: kept, keep: unchanged }
  const lines = Object.entries(changes).flatMap(([change, indexes]) =>
    indexes.map(
      ({ collection, name, isFormer }) =>
        `${change.padEnd(8)} ${collection}.${name}${isFormer ? ', which another version declared with other keys' : ''}`,
    ),
  )
  const conflicting = conflicts.flatMap(({ collection, name, duplicates }) =>
    duplicates.map(
      ({ keyValue, count }) => `conflict ${collection}.${name}: ${count} documents have ${JSON.stringify(keyValue)}`,
    ),
  )
  return `${[...lines, ...conflicting].join('\n')}\n`
}
