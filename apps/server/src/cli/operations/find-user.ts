import { NotFoundError, type Services, type User } from '@platform/plugin-sdk'

/** Finds a user by id, e-mail address or username. @throws NotFoundError */
export async function findUser({ users }: Services, named: string): Promise<User> {
  const found =
    (await users.findById(named)) ??
    (await (named.includes('@') ? users.findByEmail(named) : users.findByUsername(named)))
  if (!found) throw new NotFoundError(`The user ${named}`)
  return found
}
