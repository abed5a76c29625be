export { AuthError, type AuthErrorCode } from './errors.ts'

export { ALGORITHMS, isAlgorithm, type Algorithm } from './keys/algorithms.ts'
export { createKeySet, type KeySet, type KeySetOptions, type SigningKey } from './keys/key-set.ts'
export { KeySetError, type KeyProblem } from './keys/key-set-error.ts'

export { createTokens, type Tokens, type TokensOptions } from './tokens/tokens.ts'
export type { TokensConfig } from './tokens/tokens-config.ts'
export type { SignedToken, TokenRequest } from './tokens/sign-token.ts'
export { isUserId, type VerifiedToken } from './tokens/audit.ts'
export { TOKEN_KINDS, type TokenKind } from './tokens/kinds.ts'
export { TokenError, type TokenRefusal } from './tokens/token-error.ts'

export { parseCookies } from './lookup/cookies.ts'
export { tokenLookup, type FoundToken, type TokenLookup, type TokenPlaces } from './lookup/token-lookup.ts'

export {
  createRevocation,
  type Revocation,
  type RevocationDocs,
  type RevocationKv,
  type RevocationOptions,
  type RevokedToken,
} from './revocation/revocation.ts'
export { isIssuedBefore, nextValidAfter } from './revocation/issued-before.ts'

export { addressGroups, type AddressGroups } from './limits/address.ts'
export { createLimiter, type Limit, type Limiter, type LimiterKv, type Quota, type Taken } from './limits/limiter.ts'
export { createLockout, LOGIN_LIMITS, type Lockout, type LoginAttempt, type LoginPermit } from './limits/lockout.ts'
export { createDevices, DEVICE_LIFETIME, type Device, type DeviceAccount, type Devices } from './devices/devices.ts'
export { createCaptcha, type Captcha, type CaptchaOptions } from './captcha/captcha.ts'

export {
  createPasswords,
  hashPassword,
  verifyPassword,
  type PasswordCheck,
  type Passwords,
  type PasswordsOptions,
} from './passwords/passwords.ts'
export { isGuessable } from './passwords/guessable.ts'
export { passwordProblem, type PasswordProblem } from './passwords/password-problem.ts'

export { isRole, ROLES, strongestRole, type Role } from './permissions/roles.ts'
export { isBarred, type PermissionUser, type UsernameStatus } from './permissions/standing.ts'
export { PERMISSIONS, usernameSettableFrom, type Permission, type PermissionCondition, type PermissionRule } from './permissions/table.ts'
export { can, createPermissionCheck, type Can } from './permissions/can.ts'
export { defineRoleGuard, type RoleGuard } from './permissions/role-guard.ts'
