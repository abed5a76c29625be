import { currentServices } from '../../runtime/current-services.ts'
import { withoutCallbacks } from '../../runtime/no-callback.ts'
import { settings } from '../services/settings.ts'

type Values = Record<string, unknown>
type Found = Awaited<ReturnType<typeof settings.retrieve>> & { readonly id: string }

/** The id of the one record. */
const ID = '1'

const findOne = async (): Promise<Found> => ({ id: ID, ...(await settings.retrieve()) })

/** An update by its operators; fields without an operator are set, and `$unset` brings the default back. */
async function update(_filter: unknown, change: Values): Promise<{ matchedCount: number; modifiedCount: number }> {
  const { $set, $unset, ...plain } = change as { $set?: Values; $unset?: Values } & Values
  const operator = Object.keys(plain).find(key => key.startsWith('$') && key !== '$setOnInsert')
  if (operator) throw new Error(`models/setting: ${operator} is not available; use $set and $unset`)
  const defaults = Object.fromEntries(Object.keys($unset ?? {}).map(key => [key, null]))
  const { $setOnInsert: _first, ...values } = plain
  await settings.update({ ...values, ...$set, ...defaults })
  return { matchedCount: 1, modifiedCount: 1 }
}

/** The site's settings as a model with one record, for plugins that import `models/setting`. */
export const SettingModel = withoutCallbacks('models/setting', {
  findOne,
  find: async () => [await findOne()],
  findById: async (id: string) => (id === ID ? findOne() : null),
  countDocuments: async () => ((await currentServices().settings.isInstalled()) ? 1 : 0),
  update,
  updateOne: update,
  /** @returns the settings afterwards with `new`, else those before. */
  async findOneAndUpdate(filter: unknown, change: Values, options: { readonly new?: boolean } = {}): Promise<Found> {
    const before = await findOne()
    await update(filter, change)
    return options.new ? findOne() : before
  },
})

export default SettingModel
export { SettingModel as 'module.exports' }
