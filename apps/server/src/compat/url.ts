import { currentPlatform } from './current.ts'

/** Addresses of the platform, each with a slash at its end; read when touched. */
export const url = {
  get BASE_URL(): string {
    return `${currentPlatform().config.rootUrl}/`
  },
  get BASE_ORIGIN(): string {
    return new URL(currentPlatform().config.rootUrl).origin
  },
  get BASE_PATH(): string {
    return `${currentPlatform().config.rootPath}/`
  },
  get MOUNT_PATH(): string {
    return `${currentPlatform().config.mountPath}/`
  },
  get STATIC_URL(): string {
    return `${currentPlatform().config.staticUrl}/`
  },
}

export default url
export { url as 'module.exports' }
