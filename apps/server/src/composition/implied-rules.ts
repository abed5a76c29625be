import type { LoadedPlugin } from '@platform/plugin-host'

/** A name of the core that a plugin of the predecessor defines itself. */
export interface ImpliedRule {
  /** The rule, as an operator would write it into `allow`. */
  readonly rule: string
  /** The predecessor's plugin that defines the name. */
  readonly definedBy: string
  /** The field of the core that does the same under the core's own name. */
  readonly core: string
}

const PROFILE_DATA = 'talk-plugin-profile-data'
const LOCAL_AUTH = 'talk-plugin-local-auth'

/**
 * The rules that every plugin has without the operator's word. The core defines these names only because clients of the
 * predecessor use them, and there they belonged to plugins. So a plugin that is listed and defines one keeps it.
 */
export const IMPLIED_RULES: readonly ImpliedRule[] = [
  { rule: 'schema.override:RootMutation.requestAccountDeletion', definedBy: PROFILE_DATA, core: 'requestDeletion' },
  { rule: 'schema.override:RootMutation.cancelAccountDeletion', definedBy: PROFILE_DATA, core: 'cancelDeletion' },
  { rule: 'schema.override:RootMutation.requestDownloadLink', definedBy: PROFILE_DATA, core: 'page /account/data' },
  { rule: 'schema.override:RootMutation.downloadUser', definedBy: PROFILE_DATA, core: 'command users export' },
  { rule: 'schema.override:DownloadUserResponse.archiveURL', definedBy: PROFILE_DATA, core: 'none' },
  { rule: 'schema.override:User.scheduledDeletionDate', definedBy: PROFILE_DATA, core: 'User.deletionAt' },
  { rule: 'schema.override:User.lastAccountDownload', definedBy: PROFILE_DATA, core: 'page /account' },
  { rule: 'mutator.override:User.requestDownloadLink', definedBy: PROFILE_DATA, core: 'page /account/data' },
  { rule: 'mutator.override:User.download', definedBy: PROFILE_DATA, core: 'command users export' },
  { rule: 'schema.override:RootMutation.attachLocalAuth', definedBy: LOCAL_AUTH, core: 'page /account/password' },
  { rule: 'mutator.override:User.attachLocalAuth', definedBy: LOCAL_AUTH, core: 'page /account/password' },
]

/** The rules by which a plugin may override others: those of the operator, and the implied ones. */
export function rulesFor({ core, allow }: Pick<LoadedPlugin, 'core' | 'allow'>): readonly string[] {
  return core ? allow : [...allow, ...IMPLIED_RULES.map(({ rule }) => rule)]
}
