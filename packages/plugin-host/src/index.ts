export {
  type BeforePlugin,
  beforePlugin,
  findingsOf,
  GLOBAL_RULE,
  type GlobalFindings,
  type WatchGlobals,
  watchGlobals,
} from './changed-globals.ts'
export { checkHooks } from './check-hooks.ts'
export { type ClientPart, clientPartIn, findClientParts } from './client-parts.ts'
export { type ConfigKey, jsonSchemaOf, keysOf, variableKey } from './config-keys.ts'
export { type ConfigInput, type ConfiguredPlugin, type PluginConfig, readConfig } from './configure.ts'
export { described, describeThrown, isMap, isThenable, messageOf } from './describe.ts'
export { type Disabled, type Disabling, disablePlugins, requirementsOf } from './disable.ts'
export { type GivenPlugin, type GivenPlugins, type GivenSettings, surveyGiven } from './given-plugins.ts'
export {
  type GlobalChange,
  type GlobalsSnapshot,
  harmfulChangesSince,
  snapshotGlobals,
} from './globals.ts'
export { guard, isGuarded } from './guard.ts'
export { letPluginsImport } from './import-hook.ts'
export { findInternalImports, type InternalImport } from './internal-imports.ts'
export { type JsonText, readJson } from './json-text.ts'
export { type LoadedPlugin, manifestOf } from './loaded-plugin.ts'
export {
  hasServer,
  installed,
  installedDirectory,
  type Location,
  locatePlugin,
  nameOfOwnPlugin,
  type PackageFile,
  packageOf,
} from './locate.ts'
export { type LoopWatch, openLoopWatch } from './loop-watch.ts'
export { followModules, forgetModules } from './module-versions.ts'
export { baseName, isOwnPath, isPluginName, isSameName, PREFIX, shortName, unmountable } from './names.ts'
export { answersTo, type Ordering, orderPlugins, type Placed } from './order.ts'
export { foreignHooks } from './plugin-hooks.ts'
export {
  checkPluginList,
  isRange,
  LIST_FILES,
  type ListText,
  type PluginEntry,
  type PluginList,
  type PluginSettings,
  parsePluginList,
  readListText,
  readPluginList,
} from './plugin-list.ts'
export { type FoundEntry, filesOf, findEntry, hasClient, type PluginState } from './plugin-state.ts'
export { type Environment, type PluginVariable, readPluginVariables, variablePrefix } from './plugin-variables.ts'
export {
  CompositionError,
  concerns,
  correctOrDisable,
  label,
  namesOf,
  type Override,
  type PluginReference,
  type Problem,
  type Remarks,
  referenceTo,
  reportOf,
  textOf,
  unlessProvided,
} from './problem.ts'
export { type ReadOptions, type ReadPlugin, readHooks, readPlugin } from './read-plugin.ts'
export { type Attribution, runAs, runningNow } from './running.ts'
export { isSecretPath } from './secrets.ts'
export type { ServerModules } from './server-modules.ts'
export { type Survey, type SurveyOptions, surveyPlugins } from './survey.ts'
