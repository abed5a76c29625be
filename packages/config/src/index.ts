export { JSON_BOUNDS, JsonError, parseBoundedJson } from './bounded-json.ts'
export type { CaptchaHost } from './captcha-services.ts'
export type {
  CaptchaConfig,
  Config,
  ConfigEntry,
  JwtConfig,
  KvstoreConfig,
  LanguagesConfig,
  MeantEntry,
  Mode,
  SmtpConfig,
  ValueSource,
} from './config.ts'
export type { ConfigProblem } from './config-error.ts'
export { ConfigError } from './config-error.ts'
export { deepFreeze } from './deep-freeze.ts'
export { describeConfig } from './describe.ts'
export { languageTag } from './grammar/language.ts'
export { loadConfig } from './load.ts'
export { configurationReference } from './reference.ts'
export { secretValues } from './secret-values.ts'
export type { EnvironmentSources } from './sources.ts'
export { readEnvironment } from './sources.ts'
export { wording } from './wording.ts'
