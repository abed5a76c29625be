export { Avatar } from './avatar.tsx'
