#!/bin/sh
# boot.sh ROOT GROUP: systemd as process 1 in namespaces of its own, on the root and with the cgroup given. Ends with its parent.
set -eu
echo $$ > "$2/cgroup.procs"
exec setpriv --pdeathsig KILL unshare --mount --pid --uts --ipc --cgroup --fork --kill-child sh -ec '
  cd "$1"
  mount --make-rprivate /
  mount --bind . .
  cd "$1"
  mount -t proc proc proc
  mount --bind proc/sys proc/sys
  mount -o remount,bind,ro proc/sys
  mount -t tmpfs tmpfs sys
  mkdir -p sys/fs/cgroup
  mount -t cgroup2 cgroup2 sys/fs/cgroup
  mount -t tmpfs -o mode=755 tmpfs run
  mount -t tmpfs -o mode=755 tmpfs dev
  mkdir dev/pts dev/shm
  for node in null zero full random urandom tty; do
    touch dev/$node
    mount --bind /dev/$node dev/$node
  done
  mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
  ln -s pts/ptmx dev/ptmx
  ln -s /proc/self/fd dev/fd
  mount -t tmpfs -o mode=1777 tmpfs dev/shm
  hostname kiosk
  mkdir -p .before
  pivot_root . .before
  umount -l /.before
  exec env -i container=trial PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --log-target=null
' sh "$1"
