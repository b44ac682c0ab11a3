/** Time for which the panel's messages stay, in milliseconds. */
export const messageTime = 6000
