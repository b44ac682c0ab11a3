/** Categories that builds for a budget do not choose, and upgrades do not change. */
export const PERIPHERALS = ['KEYBOARD', 'MOUSE', 'HEADSET', 'OTHER']
