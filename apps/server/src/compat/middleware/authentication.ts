type Next = (error?: unknown) => unknown

/**
 * Does nothing, because the server authenticates every request before a plugin's route handles it. It exists for
 * plugins that use this middleware in their routes.
 */
export function authentication(_request: unknown, _response: unknown, next: Next): void {
  next()
}

export default authentication
export { authentication as 'module.exports' }
