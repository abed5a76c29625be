import { duration } from '../grammar/duration.ts'
import { algorithms, claimPath, cookieName, cookieNames } from '../grammar/jwt.ts'
import { jwtSecret, jwtSecrets } from '../grammar/jwt-secret.ts'
import { boolean, line, oneOf } from '../grammar/scalar.ts'
import { defineOptional, defineVariable } from '../variable.ts'

const topic = 'Tokens'
const requiredWhen = 'in production: set either `PLATFORM_JWT_SECRET` or `PLATFORM_JWT_SECRETS`'

export const tokenVariables = {
  PLATFORM_JWT_ALG: defineVariable({
    topic,
    type: algorithms.join(', '),
    default: 'HS256',
    schema: oneOf(algorithms),
    meaning: 'Signing algorithm. HS… needs a shared secret, the others need a key pair.',
  }),
  PLATFORM_JWT_SECRET: defineOptional({
    topic,
    type: 'text, `{"kid", "secret"}` or `{"kid", "private", "public"}`',
    schema: jwtSecret,
    hides: 'secret',
    requiredWhen,
    meaning:
      'Key that signs and verifies tokens. A text that begins with `base64:` is decoded. Outside production the ' +
      'server generates a missing key.',
  }),
  PLATFORM_JWT_SECRETS: defineOptional({
    topic,
    type: 'JSON array of such objects',
    schema: jwtSecrets,
    hides: 'secret',
    requiredWhen,
    meaning: 'Several keys, for rotation: the first signs, all verify. At most 20; every entry has its own `kid`.',
  }),
  PLATFORM_JWT_EXPIRY: defineVariable({
    topic,
    type: 'duration 1 min–90 days',
    default: '1 day',
    schema: duration('1 min', '90 days'),
    meaning: 'How long an issued token is valid.',
  }),
  PLATFORM_JWT_ISSUER: defineVariable({
    topic,
    type: 'text',
    schema: line(1024),
    emptyCounts: true,
    // Derived from a valid address only, because an issuer is shown as it is and another text could be a secret.
    derived: {
      meaning: '`PLATFORM_ROOT_URL`',
      text: ({ text }) => /^https?:\/\/.*$/s.exec(text('PLATFORM_ROOT_URL') ?? '')?.[0],
    },
    meaning: 'The `iss` claim, signed and verified exactly as written here.',
  }),
  PLATFORM_JWT_AUDIENCE: defineVariable({
    topic,
    type: 'text',
    default: 'platform',
    schema: line(1024),
    meaning: 'The `aud` claim.',
  }),
  PLATFORM_JWT_DISABLE_ISSUER: defineVariable({
    topic,
    type: 'TRUE or FALSE',
    default: 'FALSE',
    schema: boolean,
    meaning: 'TRUE neither signs nor verifies `iss`.',
  }),
  PLATFORM_JWT_DISABLE_AUDIENCE: defineVariable({
    topic,
    type: 'TRUE or FALSE',
    default: 'FALSE',
    schema: boolean,
    meaning: 'TRUE neither signs nor verifies `aud`.',
  }),
  PLATFORM_JWT_DISABLE_QUERY: defineVariable({
    topic,
    type: 'TRUE or FALSE',
    default: 'FALSE',
    schema: boolean,
    meaning:
      'TRUE ignores tokens in `?access_token=`. Addresses remain in histories and in logs of proxies, so set ' +
      'TRUE unless a client needs it.',
  }),
  PLATFORM_JWT_COOKIE_NAME: defineVariable({
    topic,
    type: 'cookie name',
    default: 'authorization',
    schema: cookieName,
    meaning: 'Cookie from which a token is read.',
  }),
  PLATFORM_JWT_SIGNING_COOKIE_NAME: defineVariable({
    topic,
    type: 'cookie name',
    schema: cookieName,
    derived: { meaning: '`PLATFORM_JWT_COOKIE_NAME`', text: ({ text }) => text('PLATFORM_JWT_COOKIE_NAME') },
    meaning: 'Cookie in which the server stores the tokens that it issues.',
  }),
  PLATFORM_JWT_COOKIE_NAMES: defineOptional({
    topic,
    type: 'cookie names joined by commas, at most 20',
    schema: cookieNames,
    meaning: 'Further cookies from which a token is read, before the two above.',
  }),
  PLATFORM_JWT_CLEAR_COOKIE_LOGOUT: defineVariable({
    topic,
    type: 'TRUE or FALSE',
    default: 'TRUE',
    schema: boolean,
    meaning: 'FALSE keeps the cookie when a user signs out.',
  }),
  PLATFORM_JWT_REQUIRE_EXPIRY: defineVariable({
    topic,
    type: 'TRUE or FALSE',
    default: 'FALSE',
    schema: boolean,
    meaning:
      'TRUE refuses sessions of other services that have no `exp`. FALSE accepts them: they last until the user ' +
      'signs out, which is remembered for 31 days.',
  }),
  PLATFORM_JWT_USER_ID_CLAIM: defineVariable({
    topic,
    type: 'claim path',
    default: 'sub',
    schema: claimPath,
    meaning: 'Claim with the user\'s id. A dot separates nested names: `user.id` reads `{"user": {"id": …}}`.',
  }),
}
