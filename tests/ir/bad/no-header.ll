define void @P0(ptr addrspace(1) %x) {
  ret void
}
