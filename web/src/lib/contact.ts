/** The community's Discord server; the operator sets the address at build time. */
export const discord: string = import.meta.env.VITE_DISCORD_URL ?? 'https://discord.com'

const mail: string | undefined = import.meta.env.VITE_SHOPS_EMAIL

/** Where shops write to: the operator's mail address, or else the community's server. */
export const contactAddress = mail ? `mailto:${mail}` : discord
