const LOOKS_SECRET = /secret|token|password|passwd|credential|private|api_?key/i

/** Whether what a configuration holds at a path is never shown: the manifest calls it secret, or it is called like one. */
export function isSecretPath(path: string, secrets: readonly string[]): boolean {
  return secrets.includes(path) || LOOKS_SECRET.test(path.split('.').at(-1)!)
}
