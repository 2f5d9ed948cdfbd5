# Completion of ftpx for PowerShell 5.1 and 7: ftpx completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName 'ftpx', 'ftpx.exe' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    # The text ends with its last word; blanks behind it begin the next one.
    $length = [Math]::Max(0, $cursorPosition - $commandAst.Extent.StartOffset)
    $line = $commandAst.Extent.Text.PadRight($length).Substring(0, $length)
    $position = $line.Length
    # Before 7.3 PowerShell hands quotation marks to a program without their escapes.
    if ($PSVersionTable.PSVersion -lt [Version]'7.3') { $line = $line -replace '(\\*)"', '$1$1\"' }
    $program = $commandAst.GetCommandName()
    & $program "[suggest:$position]" $line 2>$null | Where-Object {
        # Options where one was begun; else what is left is for names of files.
        $_.StartsWith($wordToComplete, [StringComparison]::OrdinalIgnoreCase) -and ($wordToComplete.StartsWith('-') -or $_ -notmatch '^[-/]')
    } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, [System.Management.Automation.CompletionResultType]::ParameterValue, $_)
    }
}
