define float @f(float %a) {
  %c = add float %a, %a
  ret float %c
}
