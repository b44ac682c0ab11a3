# The folder of what a test run throws away: databases, indices, temporary files.

SCRATCH_MB=4096 # a run uses about 1 GB

# Prints a folder in memory where there is plenty, else in folder $1. Tests make and delete some 500 databases of 300
# files: in memory that takes a third of the time it takes on an ext4 disk, whose search for free inodes dominates.
scratch_folder() {
  if [ -w /dev/shm ] && [ "$(free_mb /dev/shm)" -ge "$SCRATCH_MB" ] && [ "$(free_memory_mb)" -ge $((2 * SCRATCH_MB)) ]; then
    scratch_in_memory "$1"
  else
    scratch_on_disk "$1"
  fi
}

# The name holds the user and the checkout: two checkouts may be tested at once.
scratch_in_memory() { echo "/dev/shm/tajmeea-$(id -u)-$(printf %s "$1" | sha256sum | cut -c 1-12)"; }

scratch_on_disk() { echo "$1/scratch"; }

free_mb() { df --output=avail -BM "$1" | tail -n 1 | tr -dc 0-9; }

free_memory_mb() { awk '/^MemAvailable:/ { print int($2 / 1024) }' /proc/meminfo; }
