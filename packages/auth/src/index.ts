export { type Captcha, type CaptchaOptions, createCaptcha } from './captcha/captcha.ts'
export { createDevices, DEVICE_LIFETIME, type Device, type DeviceAccount, type Devices } from './devices/devices.ts'
export { AuthError, type AuthErrorCode } from './errors.ts'
export { ALGORITHMS, type Algorithm, isAlgorithm } from './keys/algorithms.ts'
export { createKeySet, type KeySet, type KeySetOptions, type SigningKey } from './keys/key-set.ts'
export { type KeyProblem, KeySetError } from './keys/key-set-error.ts'
export { type AddressGroups, addressGroups } from './limits/address.ts'
export { createLimiter, type Limit, type Limiter, type LimiterKv, type Quota, type Taken } from './limits/limiter.ts'
export { createLockout, LOGIN_LIMITS, type Lockout, type LoginAttempt, type LoginPermit } from './limits/lockout.ts'
export { parseCookies } from './lookup/cookies.ts'
export { type FoundToken, type TokenLookup, type TokenPlaces, tokenLookup } from './lookup/token-lookup.ts'
export type { Argon2Cost } from './passwords/argon2id.ts'
export { isGuessable } from './passwords/guessable.ts'
export { type PasswordProblem, passwordProblem } from './passwords/password-problem.ts'
export {
  createPasswords,
  hashPassword,
  isPasswordHash,
  type PasswordCheck,
  type Passwords,
  type PasswordsOptions,
  verifyPassword,
} from './passwords/passwords.ts'
export { isBarred, type PermissionUser, type UsernameStatus } from './permissions/account-status.ts'
export { type Can, can, createPermissionCheck } from './permissions/can.ts'
export { defineRoleGuard, type RoleGuard } from './permissions/role-guard.ts'
export { isRole, ROLES, type Role, strongestRole } from './permissions/roles.ts'
export {
  PERMISSIONS,
  type Permission,
  type PermissionCondition,
  type PermissionRule,
  usernameSettableFrom,
} from './permissions/table.ts'
export { isIssuedBefore, nextValidAfter } from './revocation/issued-before.ts'
export {
  createRevocation,
  type Revocation,
  type RevocationDocs,
  type RevocationKv,
  type RevocationOptions,
  type RevokedToken,
} from './revocation/revocation.ts'
export { EXPIRY_TOLERANCE, isUserId, type VerifiedToken } from './tokens/audit.ts'
export { TOKEN_KINDS, type TokenKind } from './tokens/kinds.ts'
export type { OpenedPluginToken, PluginTokenRequest, PluginTokens } from './tokens/plugin-tokens.ts'
export type { SignedToken, TokenRequest } from './tokens/sign-token.ts'
export { TokenError, type TokenRefusal } from './tokens/token-error.ts'
export { claimedKind, createTokens, type Tokens, type TokensOptions } from './tokens/tokens.ts'
export type { TokensConfig } from './tokens/tokens-config.ts'
