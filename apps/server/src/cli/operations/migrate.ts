import type { Docstore, Hold, IndexPlan } from '@platform/docstore'
import type { LoadedPlugin } from '@platform/plugin-host'
import { z } from 'zod'
import { declaredIndexes } from '../../composition/indexes.ts'
import { areSiteCountsMade } from '../../features/comments/counts/site.ts'
import { makeSiteCounts } from '../../features/comments/counts/site-making.ts'
import { EXIT } from '../../runtime/failure.ts'
import { defineOperation } from '../operation.ts'
import { describePlan, type StorePlace } from './reconcile-indexes.ts'

export const migrateOptions = z.object({ status: z.boolean().default(false), json: z.boolean().default(false) })

/** What the store has, or will have, in the form that this version and its plugins need. */
interface Status {
  readonly indexes: IndexPlan
  /** The records of each model that older versions of its plugin stored. */
  readonly records: readonly { readonly model: string; readonly version: number; readonly outdated: number }[]
  /** Whether the comments of the site are counted, which a server does when it is first asked how many there are. */
  readonly counts: boolean
}

/**
 * Changes a store to the form that this version and its plugins need; with `status` only says what is to come. Indexes
 * that this version does not declare stay, because servers of the version before may be running.
 */
export async function migrateAndPrint(
  { docstore, plugins, terminal }: StorePlace,
  { status, json }: z.output<typeof migrateOptions>,
): Promise<number> {
  const found = status
    ? await statusOf(docstore, plugins)
    : await docstore.exclusively('migrations', hold => migrate({ docstore, hold }, plugins))
  const pending = status ? changesIn(found) : 0
  terminal.out(json ? `${JSON.stringify({ pending, ...found })}\n` : describe(found, { status, pending }))
  return pending > 0 || found.indexes.conflicts.length > 0 ? EXIT.failed : EXIT.ok
}

/** `platform migrate` in the server that has the store open. */
export const migrateOperation = defineOperation({
  options: migrateOptions,
  run: ({ docstore, composition }, options, terminal) =>
    migrateAndPrint({ docstore, plugins: composition.plugins, terminal }, options),
})

async function statusOf(docstore: Docstore, plugins: readonly LoadedPlugin[]): Promise<Status> {
  return {
    indexes: await docstore.reconcileIndexes(declaredIndexes(plugins), { keepUndeclared: true, dryRun: true }),
    records: await recordsOf(docstore, plugins),
    counts: await areSiteCountsMade(docstore),
  }
}

interface Held {
  readonly docstore: Docstore
  readonly hold: Hold | undefined
}

async function migrate({ docstore, hold }: Held, plugins: readonly LoadedPlugin[]): Promise<Status> {
  const indexes = await docstore.reconcileIndexes(declaredIndexes(plugins), { keepUndeclared: true, hold })
  const records = await recordsOf(docstore, plugins)
  for (const model of modelsOf(plugins)) {
    await hold?.check()
    await model.in({ docstore }).migrate(hold)
  }
  await hold?.check()
  await makeSiteCounts(docstore)
  return { indexes, records, counts: true }
}

const modelsOf = (plugins: readonly LoadedPlugin[]) => plugins.flatMap(({ hooks }) => hooks.models ?? [])

async function recordsOf(docstore: Docstore, plugins: readonly LoadedPlugin[]): Promise<Status['records']> {
  const records: Status['records'][number][] = []
  for (const model of modelsOf(plugins))
    records.push({
      model: model.name,
      version: model.version,
      outdated: await model.in({ docstore }).outdated(),
    })
  return records
}

function changesIn({ indexes: { created, replaced, dropped }, records }: Status): number {
  const outdated = records.filter(({ outdated }) => outdated > 0)
  return [...created, ...replaced, ...dropped, ...outdated].length
}

function describe(
  { indexes, records, counts }: Status,
  { status, pending }: { readonly status: boolean; readonly pending: number },
): string {
  const lines = records.map(({ model, version, outdated }) =>
    outdated > 0 ? `change   ${model}: ${outdated} records to version ${version}` : `keep     ${model}`,
  )
  const ending =
    status && pending > 0
      ? `${pending} to come: platform migrate or the start of a server makes them.`
      : counts
        ? 'Everything is as this version needs it.'
        : 'The comments of the site are counted when their number is first needed; all else is as this version needs it.'
  const unused =
    indexes.kept.length > 0 ? ['Once all servers run this version, platform indexes drops what is unused.'] : []
  const site = `${counts ? 'keep ' : 'count'}    site_counts`
  return `${[describePlan(indexes).trimEnd(), ...lines, site, ending, ...unused].join('\n')}\n`
}
