/** Time for which the panel's messages stay, in milliseconds. */
export const MESSAGE_TIME = 6000
