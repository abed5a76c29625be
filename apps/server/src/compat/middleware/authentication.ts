type Next = (error?: unknown) => unknown

/**
 * Every request has been authenticated before a plugin's route sees it, so there is nothing left to do here.
 * Plugins that name this middleware in their routes keep working.
 */
export function authentication(_request: unknown, _response: unknown, next: Next): void {
  next()
}

export default authentication
export { authentication as 'module.exports' }
