import type { Docstore, OperationOptions, UpdateOperators } from '@platform/docstore'
import { type Asset, NotFoundError } from '@platform/plugin-sdk'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'

/** Changes one discussion, and makes its readers see the change. */
export interface ChangeAssets {
  /** @returns the discussion afterwards; `null` when there is none. */
  change(id: string, update: UpdateOperators<Asset>): Promise<Asset | null>
  /**
   * Changes it by what it is, of which nothing else changes meanwhile.
   *
   * @throws NotFoundError
   */
  changeBy(id: string, updateOf: (found: Asset) => UpdateOperators<Asset>): Promise<Asset>
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
  const write = (id: string, { $set, ...rest }: UpdateOperators<Asset>, options: OperationOptions = {}) =>
    assets.findOneAndUpdate(
      { id },
      { ...rest, $set: { ...$set, updated_at: clock.now() } },
      { ...options, returnDocument: 'after' },
    )
  const find = async (id: string, options: OperationOptions = {}): Promise<Asset> => {
    const found = await assets.findOne({ id }, options)
    if (!found) throw new NotFoundError('The discussion')
    return found
  }
  const announced = <Changed>(id: string, changed: Changed): Changed => {
    if (changed) revisions.bump(`asset:${id}`, 'assets')
    return changed
  }

  return {
    change: async (id, update) => announced(id, await write(id, update)),
    changeBy: async (id, updateOf) =>
      announced(
        id,
        await docstore.transaction(async session => {
          const found = await find(id, { session })
          return (await write(id, updateOf(found), { session })) ?? found
        }),
      ),
    find: id => find(id),
  }
}

/** The values that are given, by their path in the record. */
export function entriesOf(values: object, pathOf = (name: string) => name): [path: string, value: unknown][] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [pathOf(name), value])
}
