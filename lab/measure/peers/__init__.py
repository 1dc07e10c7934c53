"""How is the encoder measured among its peers?"""
