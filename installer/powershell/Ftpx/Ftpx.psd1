@{
    RootModule = 'Ftpx.psm1'
    ModuleVersion = '0.1.0'
    GUID = '5f0c3b5e-7a1d-4a86-9a44-2d6b0b0f9c71'
    Author = 'The Accelerator contributors'
    CompanyName = 'The Accelerator contributors'
    Copyright = 'Copyright (c) 2026 The Accelerator contributors'
    Description = 'ftpx from PowerShell: files and folders from FTP servers over many connections, copies between servers, listings, measurements, jobs, and the settings for long, fast paths, as objects.'
    PowerShellVersion = '5.1'
    CompatiblePSEditions = @('Desktop', 'Core')
    FunctionsToExport = @(
        'Receive-FtpxFile',
        'Get-FtpxChildItem',
        'Get-FtpxItem',
        'Measure-FtpxFolder',
        'Find-FtpxItem',
        'Compare-FtpxFolder',
        'Get-FtpxContent',
        'Sync-FtpxFolder',
        'Copy-FtpxFile',
        'Measure-FtpxServer',
        'Get-FtpxHistory',
        'Clear-FtpxHistory',
        'Get-FtpxJob',
        'Get-FtpxJobHistory',
        'Start-FtpxJob',
        'Suspend-FtpxJob',
        'Resume-FtpxJob',
        'Restart-FtpxJobFile',
        'Skip-FtpxJobFile',
        'Get-FtpxJobGap',
        'Get-FtpxJobOutage',
        'Add-FtpxJobOutage',
        'Remove-FtpxJobOutage',
        'New-FtpxJobFile',
        'Test-FtpxJobFile',
        'Get-FtpxTuning',
        'Get-FtpxTuningHistory',
        'Compare-FtpxTuning',
        'Set-FtpxTuning',
        'Confirm-FtpxTuning',
        'Restore-FtpxTuning'
    )
    CmdletsToExport = @()
    VariablesToExport = @()
    AliasesToExport = @()
    PrivateData = @{
        PSData = @{
            Tags = @('FTP', 'FTPS', 'Windows', 'Linux')
        }
    }
}
