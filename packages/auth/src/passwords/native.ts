import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Native code for hashes of passwords. It is loaded with the first password, because together it takes 3 MB. */
export const argon2 = (): typeof import('@node-rs/argon2') => require('@node-rs/argon2')
export const bcrypt = (): typeof import('@node-rs/bcrypt') => require('@node-rs/bcrypt')
