import type { Docstore, UpdateOperators } from '@platform/docstore'
import { type Asset, NotFoundError } from '@platform/plugin-sdk'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'

/** Changes one discussion, and makes its readers see the change. */
export interface ChangeAssets {
  /** @returns the discussion afterwards; `null` when there is none. */
  change(id: string, update: UpdateOperators<Asset>): Promise<Asset | null>
  /** @throws NotFoundError */
  find(id: string): Promise<Asset>
}

export function changeAssets({
  docstore,
  revisions,
  clock,
}: {
  docstore: Docstore
  revisions: Revisions
  clock: Clock
}): ChangeAssets {
  const assets = docstore.collection<Asset>('assets')
  return {
    async change(id, update) {
      const { $set, ...rest } = update
      const changed = await assets.findOneAndUpdate(
        { id },
        { ...rest, $set: { ...$set, updated_at: clock.now() } },
        { returnDocument: 'after' },
      )
      if (changed) revisions.bump(`asset:${id}`, 'assets')
      return changed
    },
    async find(id) {
      const found = await assets.findOne({ id })
      if (!found) throw new NotFoundError('The discussion')
      return found
    },
  }
}

/** The values that are given, by their path in the record. */
export function entriesOf(values: object, pathOf = (name: string) => name): [path: string, value: unknown][] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [pathOf(name), value])
}
