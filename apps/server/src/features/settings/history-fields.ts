import { isDeepStrictEqual } from 'node:util'
import type { HookObject, SortOrder } from '@platform/plugin-sdk'
import { z } from 'zod'
import { allowed } from '../../contract/caller.ts'
import type { ServerContext } from '../../contract/context.ts'
import { pageLimit } from '../../paging/limit.ts'
import { withRecentPassword } from '../accounts/password-again.ts'
import { userById } from '../users/resolvers.ts'
import type { ChangedSetting, SettingsChange } from './history.ts'

type Resolvers = NonNullable<HookObject<ServerContext>['resolvers']>

interface HistoryArgs {
  readonly limit?: number | null
  readonly cursor?: string | number | null
  readonly sortOrder?: SortOrder | null
}

/** The most texts of a list that one change shows. */
const MOST_TEXTS = 100

const asJson = (value: unknown) => JSON.stringify(value ?? null)
const textsOf = (change: ChangedSetting, which: 'added' | 'removed') => ('added' in change ? change[which] : [])

/** The fields by which administrators read the history of the settings, and take changes back. */
export const settingsHistoryFields = {
  RootQuery: {
    settingsHistory: (_root: unknown, { limit, cursor = null, sortOrder }: HistoryArgs, { services }: ServerContext) =>
      services.settingsHistory.page({
        limit: pageLimit(limit),
        cursor,
        direction: sortOrder === 'ASC' ? 1 : -1,
      }),
  },
  RootMutation: {
    async restoreSettings(
      _root: unknown,
      { id, password }: { id: string; password?: string | null },
      context: ServerContext,
    ) {
      const { settings, settingsHistory } = context.services
      const { id: by } = allowed(context, 'UPDATE_SETTINGS')
      const input = await settingsHistory.inputToRestore(id, await settings.load())
      await assertMayChange(context, input, password)
      await settings.update(input, by)
      return null
    },
  },
  SettingsChange: {
    user: ({ assigned_by: by }: SettingsChange, _args: unknown, context: ServerContext) => userById(by, context),
  },
  SettingChange: {
    before: (change: ChangedSetting) => ('before' in change ? asJson(change.before) : null),
    after: (change: ChangedSetting) => ('before' in change ? asJson(change.after) : null),
    added: (change: ChangedSetting) => textsOf(change, 'added').slice(0, MOST_TEXTS),
    addedCount: (change: ChangedSetting) => textsOf(change, 'added').length,
    removed: (change: ChangedSetting) => textsOf(change, 'removed').slice(0, MOST_TEXTS),
    removedCount: (change: ChangedSetting) => textsOf(change, 'removed').length,
    hidden: (change: ChangedSetting) => 'hidden' in change,
  },
} satisfies Resolvers

const lists = z.object({ whitelist: z.array(z.string()) })

/** The permitted domains decide on which pages users sign in, so the password is given again to change them. */
export async function assertMayChange(
  context: ServerContext,
  input: Readonly<Record<string, unknown>>,
  password: string | null | undefined,
): Promise<void> {
  if (input['domains'] === undefined) return
  const { domains } = await context.services.settings.load()
  const given = lists.safeParse(input['domains']).data
  if (!isDeepStrictEqual(given?.whitelist, [...domains.whitelist])) await withRecentPassword(context, password)
}
