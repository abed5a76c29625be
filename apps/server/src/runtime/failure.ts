/** Exit codes of sysexits(3); the last one is the code that shells give a command that Ctrl-C ended. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 64,
  noInput: 66,
  unavailable: 69,
  internal: 70,
  cannotCreate: 73,
  tryAgain: 75,
  configuration: 78,
  interrupted: 130,
} as const

const BY_CODE: Record<string, number> = {
  DOCSTORE_LOCKED: EXIT.tryAgain,
  DOCSTORE_LOCK_LOST: EXIT.tryAgain,
  DOCSTORE_UNWRITABLE: EXIT.cannotCreate,
  DOCSTORE_UNAVAILABLE: EXIT.unavailable,
  DOCSTORE_URL_INVALID: EXIT.configuration,
  DOCSTORE_BACKUP_REFUSED: EXIT.failed,
  KVSTORE_UNAVAILABLE: EXIT.unavailable,
  KEYS_INVALID: EXIT.configuration,
  EADDRINUSE: EXIT.unavailable,
  EACCES: EXIT.unavailable,
}

/** The message and the exit code of a process that can't start or go on. */
export interface Failure {
  readonly message: string
  readonly exitCode: number
  readonly known: boolean
}

/** Describes a failure: a known one by its message, any other one by its stack, because it is a bug. */
export function describeFailure(error: unknown): Failure {
  const { code, exitCode, message, port, address, hostname } = (error ?? {}) as {
    code?: string
    exitCode?: number
    message?: string
    port?: number
    address?: string
    hostname?: string
  }
  if (code === 'EADDRINUSE')
    return {
      known: true,
      exitCode: EXIT.unavailable,
      message: `Port ${port} is in use. Stop the program that listens there, or choose another with PORT=<number>.`,
    }
  if (code === 'EADDRNOTAVAIL' && address !== undefined)
    return {
      known: true,
      exitCode: EXIT.configuration,
      message:
        `This machine does not have the address ${address}. Set HOST to one of its addresses, or remove HOST to ` +
        'listen on all of them.',
    }
  if ((code === 'ENOTFOUND' || code === 'EAI_AGAIN') && hostname !== undefined)
    return {
      known: true,
      exitCode: EXIT.configuration,
      message:
        `There is no host ${hostname}. Set HOST to an address of this machine, or remove HOST to listen on all of ` +
        'its addresses.',
    }
  if (code === 'EACCES' && port !== undefined)
    return {
      known: true,
      exitCode: EXIT.unavailable,
      message: `This user may not use port ${port}. Choose a port above 1023 with PORT=<number>.`,
    }
  const known =
    exitCode ??
    (code === undefined
      ? undefined
      : (BY_CODE[code] ?? (/^(DOCSTORE|KVSTORE|KEYS|CONFIG)_/.test(code) ? EXIT.unavailable : undefined)))
  if (known !== undefined) return { known: true, exitCode: known, message: message ?? String(error) }
  return {
    known: false,
    exitCode: EXIT.internal,
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }
}
