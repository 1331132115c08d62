target datalayout = "e-p:64:63"
